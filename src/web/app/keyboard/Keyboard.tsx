import { useLocation, useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useSignOut } from '#web/app/session/useSignOut.tsx'
import { PAGES } from '#web/app/shell/navigation.ts'
import { canOpenMiniTimer, toggleMiniTimer } from '#web/features/dashboard/compact/mini-timer-window.ts'
import { toggleFullScreen } from '#web/features/dashboard/stage/full-screen.ts'
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx'
import { loadChunkThen } from '#web/ui/feedback/load-chunk.ts'
import { undoLatest } from '#web/ui/feedback/toast.ts'
import { useShortcuts } from '#web/ui/keyboard/useShortcuts.ts'
import { closePanel, openPanel, PANELS, usePanels } from './panels.ts'

const Palette = lazyComponent(() => PANELS.palette().then((module) => ({ default: module.CommandPalette })))
const ShortcutSheet = lazyComponent(() => PANELS.sheet().then((module) => ({ default: module.ShortcutSheet })))

/** The shortcuts of every page, and the panels that they open. */
export function Keyboard() {
  const navigate = useNavigate()
  const isDashboard = useLocation().pathname === '/'
  const { palette, sheet } = usePanels()
  const { signOut, dialog } = useSignOut()
  useShortcuts({
    ...Object.fromEntries(PAGES.map(({ keys, to }) => [keys, () => void navigate({ to })])),
    'mod k': () => openPanel('palette'),
    'mod z': undoLatest,
    '?': () => openPanel('sheet'),
    // Digits typed while the form loads are its duration.
    t: () => loadChunkThen(() => navigate({ to: '/time-entries/new' })),
    ...(canOpenMiniTimer() && { m: () => void toggleMiniTimer() }),
    ...(isDashboard && document.fullscreenEnabled && { f: toggleFullScreen }),
  })

  return (
    <>
      {palette !== undefined && (
        <Suspense>
          <Palette
            isOpen={palette}
            onClose={() => closePanel('palette')}
            onSignOut={signOut}
            onShowShortcuts={() => openPanel('sheet')}
          />
        </Suspense>
      )}
      {sheet !== undefined && (
        <Suspense>
          <ShortcutSheet isOpen={sheet} onClose={() => closePanel('sheet')} />
        </Suspense>
      )}
      {dialog}
    </>
  )
}
