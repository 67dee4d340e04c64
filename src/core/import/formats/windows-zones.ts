/** Names of time zones in Windows, which Outlook writes into calendars, and those of the time zone database. */
const ZONES = `
  UTC = UTC
  GMT Standard Time = Europe/London
  Greenwich Standard Time = Atlantic/Reykjavik
  W. Europe Standard Time = Europe/Berlin
  Romance Standard Time = Europe/Paris
  Central Europe Standard Time = Europe/Budapest
  Central European Standard Time = Europe/Warsaw
  E. Europe Standard Time = Europe/Chisinau
  FLE Standard Time = Europe/Kiev
  GTB Standard Time = Europe/Bucharest
  Turkey Standard Time = Europe/Istanbul
  Russian Standard Time = Europe/Moscow
  Israel Standard Time = Asia/Jerusalem
  Egypt Standard Time = Africa/Cairo
  South Africa Standard Time = Africa/Johannesburg
  Arab Standard Time = Asia/Riyadh
  Arabian Standard Time = Asia/Dubai
  India Standard Time = Asia/Kolkata
  SE Asia Standard Time = Asia/Bangkok
  Singapore Standard Time = Asia/Singapore
  China Standard Time = Asia/Shanghai
  Korea Standard Time = Asia/Seoul
  Tokyo Standard Time = Asia/Tokyo
  W. Australia Standard Time = Australia/Perth
  E. Australia Standard Time = Australia/Brisbane
  AUS Eastern Standard Time = Australia/Sydney
  New Zealand Standard Time = Pacific/Auckland
  Hawaiian Standard Time = Pacific/Honolulu
  Alaskan Standard Time = America/Anchorage
  Pacific Standard Time = America/Los_Angeles
  US Mountain Standard Time = America/Phoenix
  Mountain Standard Time = America/Denver
  Central Standard Time = America/Chicago
  Central Standard Time (Mexico) = America/Mexico_City
  Eastern Standard Time = America/New_York
  SA Pacific Standard Time = America/Bogota
  Atlantic Standard Time = America/Halifax
  Argentina Standard Time = America/Buenos_Aires
  E. South America Standard Time = America/Sao_Paulo`

const ZONES_BY_NAME = new Map(
  ZONES.trim()
    .split('\n')
    .map((line) => line.trim().split(' = ') as [string, string]),
)

/** Undefined if the name is none of the common ones. */
export const zoneOfWindows = (name: string) => ZONES_BY_NAME.get(name)
