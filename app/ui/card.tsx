import type { ComponentProps, ReactNode } from 'react'

type Props = Omit<ComponentProps<'article'>, 'title'> & {
  /** The content of the picture frame: an image or artwork first, then a badge. */
  picture?: ReactNode
  /** The number in the picture's corner, for example `#004`. */
  number?: ReactNode
  title: ReactNode
  /** Which heading the title is. */
  level?: 2 | 3 | 4
  /** Price and button, at the bottom. */
  footer?: ReactNode
  /** The theme of this card alone. */
  theme?: string | undefined
}

const look =
  'card relative flex flex-col overflow-hidden rounded-plate border border-hairline bg-sheet text-ink transition-colors duration-normal hover:border-control'

/** A card: picture, title, short text, button. */
export function Card({
  picture,
  number,
  title,
  level = 3,
  footer,
  theme,
  children,
  className,
  ...rest
}: Props) {
  const Heading = `h${level}` as const
  return (
    <article {...rest} className={className ? `${look} ${className}` : look} data-theme={theme}>
      {(picture || number) && (
        <div className="card-pic relative grid h-[220px] place-items-center overflow-hidden border-b border-hairline bg-page">
          {picture}
          {number && (
            <span className="card-number absolute right-3 font-display text-base leading-7 tracking-wide">
              {number}
            </span>
          )}
        </div>
      )}
      <div className="grid flex-1 content-start gap-1.5 p-5">
        <Heading className="h3">{title}</Heading>
        {children}
      </div>
      {footer && (
        <div className="card-row flex flex-wrap items-center justify-between gap-3 px-5 pb-5">{footer}</div>
      )}
    </article>
  )
}
