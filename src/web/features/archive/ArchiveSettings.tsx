import { DownloadArchive } from './DownloadArchive.tsx'
import { RestoreArchive } from './RestoreArchive.tsx'

/** Everything out, everything back. */
export function ArchiveSettings() {
  return (
    <>
      <DownloadArchive />
      <RestoreArchive />
    </>
  )
}
