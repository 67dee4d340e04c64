import { Search } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  ListBox,
  ListBoxItem,
  ListBoxSection,
  Modal,
  ModalOverlay,
  SearchField,
} from 'react-aria-components'
import { useTranslation } from '#web/i18n/i18n.ts'
import { useDebouncedCallback } from '#web/ui/hooks/useDebouncedCallback.ts'
import { useAreSingleKeyShortcutsEnabled } from '#web/ui/keyboard/single-key-shortcuts.ts'
import { pressedKey } from '#web/ui/keyboard/useShortcuts.ts'
import * as classes from '#web/ui/theme/classes.ts'
import { type Command, findCommands } from './find-commands.ts'
import { Keys } from './Keys.tsx'
import { recentCommands, rememberCommand } from './recent-commands.ts'
import { type CommandHandlers, useCommands } from './useCommands.tsx'
import { useEntryCommands } from './useEntryCommands.tsx'

/** A group may have thousands of commands. The first few show that typing finds the others. */
const MAX_PER_GROUP = { atFirst: 9, typed: 30 }

interface CommandPaletteProps extends CommandHandlers {
  isOpen: boolean
  onClose: () => void
}

/** A dialog that finds any command by typing. */
export function CommandPalette({ isOpen, ...props }: CommandPaletteProps) {
  const { t } = useTranslation()
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={props.onClose}
      isDismissable
      className="fixed inset-0 z-40 grid grid-cols-1 items-start justify-items-center bg-scrim p-4 transition-opacity duration-200 data-entering:opacity-0 sm:pt-24"
    >
      <Modal className="w-full max-w-140">
        <Dialog
          aria-label={t('keyboard.palette.label')}
          className="max-h-[min(85dvh,32rem)] scroll-pt-22 overflow-y-auto rounded-panel border border-line bg-raised shadow-pop outline-none"
        >
          <CommandSearch {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function CommandSearch({ onClose, ...handlers }: Omit<CommandPaletteProps, 'isOpen'>) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const { found, search } = useFoundCommands(typed, handlers)
  const choose = ({ id, run, open }: Command, isOpening = false) => {
    rememberCommand(id)
    onClose()
    // A dialog returns the focus to the element that had it before, so the palette must be closed when one opens.
    requestAnimationFrame(() => requestAnimationFrame(isOpening && open ? open : run))
  }
  const change = (text: string) => {
    setTyped(text)
    search.schedule(text)
  }

  return (
    <Autocomplete inputValue={typed} onInputChange={change}>
      {/* One press of Escape closes: the field would only clear itself. */}
      <div onKeyDownCapture={closeOnEscape(onClose)} className="contents">
        <SearchField
          autoFocus
          aria-label={t('keyboard.palette.label')}
          onKeyDown={(event) => {
            const isOpening = event.key === 'Enter' && event.shiftKey
            const highlighted = isOpening ? findHighlighted(found, event.target as Element) : undefined
            if (highlighted === undefined && pressedKey(event) !== 'mod k') return event.continuePropagation()
            event.preventDefault()
            if (highlighted === undefined) onClose()
            else choose(highlighted, true)
          }}
          className="sticky top-0 z-1 flex items-center gap-2.5 border-b border-line bg-raised pl-4 text-ink-3"
        >
          <Search size={16} strokeWidth={1.75} aria-hidden="true" className="flex-none" />
          <Input
            maxLength={100}
            placeholder={t('keyboard.palette.placeholder')}
            className="h-13 min-w-0 flex-1 bg-transparent text-body text-ink outline-none placeholder:text-ink-3 [&::-webkit-search-cancel-button]:hidden"
          />
        </SearchField>
      </div>
      <ListBox
        aria-label={t('keyboard.palette.label')}
        renderEmptyState={() => (
          <p className="px-2.5 py-2 text-secondary text-ink-2">{t('list.nothingFound', { q: typed.trim() })}</p>
        )}
        className="p-1.5 outline-none"
      >
        {found.map(({ group, commands }) => (
          <ListBoxSection key={group} id={group}>
            <Header className="px-2.5 pt-2 pb-1 text-minimum font-medium text-ink-3">
              {t(`keyboard.group.${group}`)}
            </Header>
            {commands.map((command) => (
              <Item key={command.id} command={command} onChoose={() => choose(command)} />
            ))}
          </ListBoxSection>
        ))}
      </ListBox>
      {found.some(({ commands }) => commands.some(({ open }) => open !== undefined)) && <OpenHint />}
    </Autocomplete>
  )
}

const closeOnEscape = (close: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return
  event.stopPropagation()
  close()
}

const SEARCH_DELAY_MS = 250

/** The commands for the typed text. The server is asked for time entries after a pause. */
function useFoundCommands(typed: string, handlers: CommandHandlers) {
  const { t } = useTranslation()
  const [searched, setSearched] = useState('')
  const search = useDebouncedCallback(setSearched, SEARCH_DELAY_MS)
  const commands = useCommands(handlers)
  const entries = useEntryCommands(searched.trim())
  const found = findCommands([...commands, ...(typed === searched ? entries : [])], {
    query: typed,
    recent: recentCommands(),
    title: (group) => t(`keyboard.group.${group}`),
    maxPerGroup: typed === '' ? MAX_PER_GROUP.atFirst : MAX_PER_GROUP.typed,
  })
  return { found, search }
}

/** The focus stays in the search field. Its reference to the highlighted option is late by half a second after typing. */
function findHighlighted(found: ReturnType<typeof findCommands>, input: Element) {
  const option = input.closest('[role=dialog]')?.querySelector<HTMLElement>('[role=option][data-focused]')
  return found.flatMap(({ commands }) => commands).find(({ id }) => id === option?.dataset['key'])
}

function OpenHint() {
  const { t } = useTranslation()
  return (
    <p className="sticky bottom-0 flex items-center justify-end gap-2 border-t border-line bg-raised px-4 py-2 text-caption text-ink-3 max-sm:hidden">
      {t('keyboard.palette.open')} <Keys keys="shift enter" />
    </p>
  )
}

function Item({ command, onChoose }: { command: Command; onChoose: () => void }) {
  const { id, label, hint, icon, keys } = command
  const isOffered = useAreSingleKeyShortcutsEnabled() && keys !== undefined
  return (
    <ListBoxItem id={id} textValue={label} onAction={onChoose} className={classes.option}>
      <span className="grid flex-none text-ink-3">{icon}</span>
      <span className="truncate">{label}</span>
      {hint !== undefined && <span className="min-w-1/4 flex-1 truncate text-ink-3">{hint}</span>}
      {isOffered && (
        <span className="ml-auto text-ink-3 max-sm:hidden">
          <Keys keys={keys} />
        </span>
      )}
    </ListBoxItem>
  )
}
