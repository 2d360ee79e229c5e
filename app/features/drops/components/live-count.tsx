import { type DropFigures, fillFigures } from '../rules/following.ts'

type Props = {
  words: string
  figures: DropFigures
  some?: keyof DropFigures
  className?: string
}

export function LiveCount({ words, figures, some, className }: Props) {
  return (
    <span className={className} data-count={words} data-some={some}>
      {fillFigures(words, figures, some)}
    </span>
  )
}
