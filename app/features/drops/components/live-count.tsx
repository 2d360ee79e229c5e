import { type DropFigures, fillFigures } from '../rules/following.ts'

type Props = {
  /** Words with figures: `{open} open`. */
  words: string
  figures: DropFigures
  /** The figure without which there are no words. */
  some?: keyof DropFigures
  className?: string
}

/** Words that follow the units of a drop, within a part that `followDrop` marks. */
export function LiveCount({ words, figures, some, className }: Props) {
  return (
    <span className={className} data-count={words} data-some={some}>
      {fillFigures(words, figures, some)}
    </span>
  )
}
