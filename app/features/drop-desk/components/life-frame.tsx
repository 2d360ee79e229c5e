import { Frame } from '#app/features/console/components/marks.tsx'
import { Shape } from '#app/features/console/components/shape.tsx'
import type { DeskStatus } from '#app/features/drops/rules/desk-status.ts'
import { statusWords } from '../words.ts'

/** The life of a drop in four cells, the present one marked. */
const stations = [
  { kind: 'half', word: 'Draft', of: ['draft'] },
  { kind: 'sched', word: 'Scheduled', of: ['scheduled', 'announced'] },
  { kind: 'live', word: 'Live', of: ['live', 'paused', 'sold_out'] },
  { kind: 'todo', word: 'Ended', of: ['ended', 'put_away'] },
] as const

/** Where a drop is in its life. */
export function LifeFrame({ status }: { status: DeskStatus }) {
  return (
    <Frame>
      {stations.map(({ kind, word, of }) => {
        const isHere = (of as readonly DeskStatus[]).includes(status)
        return (
          <span key={word} data-on={isHere ? '' : undefined} className={isHere ? undefined : 'text-faint'}>
            <Shape kind={isHere ? statusWords[status].kind : kind} />{' '}
            {isHere ? statusWords[status].word : word}
            {isHere && <span className="sr-only"> (now)</span>}
          </span>
        )
      })}
    </Frame>
  )
}
