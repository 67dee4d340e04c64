import { ApiError } from '#web/api/api-error.ts'
import type { TimerHistory } from '#core/timer/history.ts'
import type { SimulatedDevice } from './device.ts'
import type { ServerRequest, SimulatedTab } from './tab.ts'

/** A request whose sender waits for the reply. */
interface Exchange {
  tab: SimulatedTab
  resolve: (reply: unknown) => void
  reject: (error: ApiError) => void
}

export type Message = { device: SimulatedDevice } & (
  | { to: 'server'; request: ServerRequest; exchange: Exchange | undefined }
  | { to: 'tab'; exchange: Exchange; reply: unknown; isFailure: boolean; seen?: TimerHistory }
  /** A snapshot for all tabs of a device. */
  | { to: 'device'; history: TimerHistory; now: number }
)

/** `late`: commands arrive in a later step. Mutations have no number, so for them it means `lost`. */
export type RequestFate = 'lost' | 'received' | 'late'

/** The messages on their way. Each stays until a step delivers or loses it. */
export class Network {
  messages: readonly Message[] = []

  send(message: Message) {
    if (message.device.isOnline) this.messages = [...this.messages, message]
  }

  request(device: SimulatedDevice, tab: SimulatedTab, request: ServerRequest) {
    return new Promise<unknown>((resolve, reject) => {
      if (!device.isOnline) return reject(new ApiError('offline'))
      this.send({ to: 'server', device, request, exchange: { tab, resolve, reject } })
    })
  }

  remove(message: Message) {
    this.messages = this.messages.filter((other) => other !== message)
  }

  /** Loses messages. Senders that wait for a reply learn that they are offline. */
  lose(isLost: (message: Message) => boolean = () => true) {
    const lost = this.messages.filter(isLost)
    this.messages = this.messages.filter((message) => !lost.includes(message))
    for (const message of lost) if (message.to !== 'device') message.exchange?.reject(new ApiError('offline'))
  }

  /** Forgets a tab. Returns the requests that its device has still sent. */
  dropTab(tab: SimulatedTab, fate: RequestFate) {
    const isOfTab = (message: Message) => message.to !== 'device' && message.exchange?.tab === tab
    const sent = this.messages.filter((message) => isOfTab(message) && message.to === 'server')
    const remaining = this.messages.flatMap((message) => {
      if (!isOfTab(message)) return [message]
      const isLate = fate === 'late' && message.to === 'server' && 'commands' in message.request
      return isLate ? [{ ...message, exchange: undefined }] : []
    })
    this.messages = remaining
    return fate === 'received' ? sent : []
  }
}
