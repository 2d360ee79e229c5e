import type { ComponentProps, ReactNode } from 'react'

type Props = Omit<ComponentProps<'article'>, 'title'> & {
  /** What stands in the picture's frame: an image or artwork first, then a badge. */
  picture?: ReactNode
  /** The number in the picture's corner, for example `#004`. */
  number?: ReactNode
  title: ReactNode
  /** Which heading the title is. */
  level?: 2 | 3 | 4
  /** Price and button, at the lower edge. */
  footer?: ReactNode
  /** The theme of this card alone. */
  theme?: string | undefined
}

/** A thing one can choose: picture, title, a few words, a button. */
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
    <article {...rest} className={className ? `card ${className}` : 'card'} data-theme={theme}>
      {(picture || number) && (
        <div className="card-pic">
          {picture}
          {number && <span className="card-no">{number}</span>}
        </div>
      )}
      <div className="card-tx">
        <Heading className="h3">{title}</Heading>
        {children}
      </div>
      {footer && <div className="card-row">{footer}</div>}
    </article>
  )
}
