import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { User } from '#contract/users.ts'
import { errorMessage } from '#web/api/error-message.ts'
import { usersQuery } from '#web/features/administration/queries.ts'
import { useTranslation } from '#web/i18n/i18n.ts'
import { Button } from '#web/ui/buttons/Button.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx'
import { useDebouncedCallback } from '#web/ui/hooks/useDebouncedCallback.ts'
import { Panel } from '#web/ui/layout/Panel.tsx'
import { SearchField } from '#web/ui/list/SearchField.tsx'
import { type PendingAction, UserDialog } from './UserDialog.tsx'
import { UserRow } from './UserRow.tsx'

const SEARCH_DELAY_MS = 250

/** Users by name, with what an administrator can do to them. */
export function UserList({ profile }: { profile: User }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [search, setSearch] = useState('')
  const searchLater = useDebouncedCallback(setSearch, SEARCH_DELAY_MS)
  const [asked, setAsked] = useState<PendingAction>()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const results = useInfiniteQuery({
    ...usersQuery(search),
    placeholderData: keepPreviousData,
  })
  const { data, isFetching, hasNextPage, fetchNextPage } = results
  const change = (value: string) => {
    setText(value)
    searchLater.schedule(value.trim())
  }

  return (
    <Panel title={t('administration.users')} aside={data?.count}>
      <div className="px-5 pt-1 pb-3">
        <SearchField
          ref={field}
          label={t('administration.find')}
          value={text}
          onChange={change}
          onArrowDown={() => list.current?.querySelector('button')?.focus()}
        />
      </div>
      <Results list={results} search={search}>
        <ul ref={list} aria-label={t('administration.users')} className="empty:hidden">
          {data?.users.map((user) => (
            <UserRow key={user.id} user={user} isOwn={user.id === profile.id} onAsk={setAsked} />
          ))}
        </ul>
      </Results>
      {hasNextPage && (
        <div className="grid justify-items-center border-t border-line p-3">
          <Button busy={isFetching} onClick={() => void fetchNextPage()}>
            {t('administration.more')}
          </Button>
        </div>
      )}
      {asked !== undefined && (
        <UserDialog
          asked={asked}
          defaultQuotas={data?.defaultQuotas}
          hasPassword={profile.hasPassword}
          onClose={() => setAsked(undefined)}
        />
      )}
    </Panel>
  )
}

interface ResultsProps {
  list: {
    data: { users: unknown[] } | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  search: string
  children: ReactNode
}

/** The list, or why there is none. */
function Results({ list: { data, error, isFetching, refetch }, search, children }: ResultsProps) {
  const { t } = useTranslation()
  if (data?.users.length === 0) return <EmptyState message={t('administration.noUsers', { search })} />
  if (data !== undefined) return children
  if (error === null) return <Skeleton rows={3} />
  return <LoadError message={errorMessage(error, t)} isRetrying={isFetching} onRetry={() => void refetch()} />
}
