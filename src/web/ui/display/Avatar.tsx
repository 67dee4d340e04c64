import clsx from 'clsx'
import { useState } from 'react'

const SIZE = { md: 'size-8 text-minimum', lg: 'size-14 text-subtitle' }

interface AvatarProps {
  name: string
  /** URL of an image. */
  picture?: string | null | undefined
  size?: keyof typeof SIZE
}

/** The picture of a user, or initials. The name is always shown beside it. */
export function Avatar({ name, picture, size = 'md' }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const words = name.trim().split(/\s+/)
  const initials = [words.at(0), words.length > 1 ? words.at(-1) : ''].map((word) => word?.charAt(0)).join('')

  if (picture && picture !== broken)
    return (
      <img
        src={picture}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setBroken(picture)}
        className={clsx('flex-none rounded-full bg-tint object-cover', SIZE[size])}
      />
    )
  return (
    <span
      aria-hidden="true"
      className={clsx('grid flex-none place-items-center rounded-full bg-tint font-bold text-accent-ink', SIZE[size])}
    >
      {initials.toLocaleUpperCase()}
    </span>
  )
}
