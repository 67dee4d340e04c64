import { Copy, LogOut, Settings, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#web/ui/buttons/Button.tsx'
import { toast } from '#web/ui/feedback/toast.ts'
import { Checkbox } from '#web/ui/fields/Checkbox.tsx'
import { Picker } from '#web/ui/options/Picker.tsx'
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/overlays/Dialog.tsx'
import { Drawer } from '#web/ui/overlays/Drawer.tsx'
import { FloatingPanel } from '#web/ui/overlays/FloatingPanel.tsx'
import { Menu } from '#web/ui/overlays/Menu.tsx'
import { MenuItem } from '#web/ui/overlays/MenuItem.tsx'
import { MenuRadioGroup } from '#web/ui/overlays/MenuRadioGroup.tsx'
import { MenuSeparator } from '#web/ui/overlays/MenuSeparator.tsx'
import { useLazyPanel } from '#web/ui/overlays/useLazyPanel.ts'
import { setThemePreference, useTheme } from '#web/ui/theme/theme.ts'
import { Section } from './Example.tsx'
import { PROJECTS, THEMES } from './samples.ts'

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const

export function Overlays() {
  return (
    <Section title="Overlays">
      <div className="flex flex-wrap gap-2.5">
        <UserMenu />
        <SmallPanel />
        <NoticeDialog />
        <DeleteDialog label="Confirm" onConfirm={() => Promise.resolve()} />
        <DeleteDialog label="Confirm and fail" onConfirm={() => Promise.reject(new Error('refused'))} />
        <NavigationDrawer />
        <ProjectPicker />
        <Button onClick={() => toast.show('Entry deleted', { undo: () => {} })}>Toast</Button>
        <Button onClick={() => toast.show('The server cannot be reached', { tone: 'danger' })}>Bad news</Button>
      </div>
    </Section>
  )
}

function SmallPanel() {
  const { wasOpened, trigger, panel } = useLazyPanel(() => Promise.resolve())
  return (
    <>
      <Button {...trigger}>Popover</Button>
      {wasOpened && (
        <FloatingPanel panel={panel} label="Popover" className="gap-3 p-4 text-secondary text-ink-2">
          A small panel beside the button that opens it.
          <Checkbox>Show it again</Checkbox>
        </FloatingPanel>
      )}
    </>
  )
}

function UserMenu() {
  const { preference } = useTheme()
  return (
    <Menu trigger={<Button>Menu</Button>}>
      <MenuItem icon={<Settings {...ICON} />} kbd="G S">
        Settings
      </MenuItem>
      <MenuItem icon={<Copy {...ICON} />}>Duplicate</MenuItem>
      <MenuSeparator />
      <MenuRadioGroup label="Theme" value={preference} options={THEMES} onChange={setThemePreference} />
      <MenuSeparator />
      <MenuItem icon={<LogOut {...ICON} />} isDisabled>
        Sign out
      </MenuItem>
      <MenuItem icon={<Trash2 {...ICON} />} tone="danger">
        Delete
      </MenuItem>
    </Menu>
  )
}

function NoticeDialog() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Dialog</Button>
      <Dialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Save this session?"
        actions={
          <>
            <Button variant="ghost" onClick={close}>
              Cancel
            </Button>
            <Button onClick={close}>No</Button>
            <Button variant="primary" onClick={close}>
              Yes
            </Button>
          </>
        }
      >
        You worked 12 m 40 s on Atlas redesign. Saved, it becomes a time entry.
      </Dialog>
    </>
  )
}

function DeleteDialog({ label, onConfirm }: { label: string; onConfirm: () => Promise<void> }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>{label}</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        title="Delete 12 entries?"
        confirmLabel="Delete"
        onConfirm={onConfirm}
      >
        5 h 20 m of recorded time will be gone. This cannot be undone.
      </ConfirmDialog>
    </>
  )
}

function NavigationDrawer() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Drawer</Button>
      <Drawer label="Navigation" isOpen={isOpen} onOpenChange={setIsOpen}>
        <div className="grid gap-4 p-5">
          <p className="text-heading">Ritmo</p>
          <Button onClick={() => setIsOpen(false)}>Close</Button>
        </div>
      </Drawer>
    </>
  )
}

function ProjectPicker() {
  const triggerRef = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [value, setValue] = useState(['atlas'])
  return (
    <>
      <Button ref={triggerRef} onClick={() => setIsOpen(true)}>
        Picker
      </Button>
      <Picker
        triggerRef={triggerRef}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        label="Project"
        placeholder="Find or create"
        options={PROJECTS}
        value={value}
        onChange={setValue}
        onCreate={(name) => toast.show(`Created ${name}`)}
      />
    </>
  )
}
