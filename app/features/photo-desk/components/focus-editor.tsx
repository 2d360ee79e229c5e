import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { TextField } from '#app/features/console/components/fields.tsx'
import { Photo } from '#app/features/photos/components/photo.tsx'
import type { Focus, ShownPhoto } from '#app/features/photos/rules.ts'
import type { FieldErrors } from '#app/http/form.ts'

const crops = [
  { name: 'Page 3:2', ratio: 'aspect-[3/2]' },
  { name: 'Card 4:3', ratio: 'aspect-[4/3]' },
  { name: 'Row 1:1', ratio: 'aspect-square' },
  { name: 'Head 16:7', ratio: 'aspect-[16/7]' },
] as const

const steps: Record<string, Focus> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

export type FocusEditorProps = { photo: ShownPhoto; errors: FieldErrors }

export function FocusEditor({ photo, errors }: FocusEditorProps) {
  const [focus, setFocus] = useState(photo.focus)
  const shown = { ...photo, focus }

  function press({ clientX, clientY, currentTarget }: MouseEvent<HTMLDivElement>) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    setFocus(within({ x: (100 * (clientX - left)) / width, y: (100 * (clientY - top)) / height }))
  }

  function move(event: KeyboardEvent) {
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    const by = event.shiftKey ? 10 : 1
    setFocus(({ x, y }) => within({ x: x + step.x * by, y: y + step.y * by }))
  }

  return (
    <div className="grid gap-3">
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the marker inside takes the keys */}
      <div className="relative cursor-crosshair justify-self-start" onClick={press}>
        <Photo
          photo={photo}
          sizes="(width >= 1180px) 60vw, 100vw"
          isDecorative
          className="max-h-[60vh] w-auto"
        />
        <button
          type="button"
          className="absolute grid size-11 -translate-1/2 place-items-center rounded-full"
          style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
          aria-label={`Focal point, ${focus.x} across, ${focus.y} down. Arrow keys move it.`}
          onKeyDown={move}
          onClick={(event) => event.stopPropagation()}
        >
          <span className="grid size-7 place-items-center rounded-full border-2 border-ink bg-page text-xs text-ink">
            F
          </span>
        </button>
      </div>
      <ul className="grid grid-cols-2 items-end gap-3 md:grid-cols-4" aria-label="As pages crop it">
        {crops.map(({ name, ratio }) => (
          <li key={name} className="grid gap-1">
            <Photo photo={shown} sizes="240px" isDecorative className={`border border-control ${ratio}`} />
            <span className="con-label">{name}</span>
          </li>
        ))}
      </ul>
      <div className="grid max-w-[32ch] grid-cols-2 gap-3">
        {(['x', 'y'] as const).map((axis) => (
          <TextField
            key={axis}
            label={axis === 'x' ? 'Across, %' : 'Down, %'}
            name={axis}
            type="number"
            min={0}
            max={100}
            value={focus[axis]}
            onChange={({ currentTarget: { value } }) => setFocus(within({ ...focus, [axis]: Number(value) }))}
            errors={errors[axis]}
          />
        ))}
      </div>
    </div>
  )
}

function within({ x, y }: Focus): Focus {
  const bound = (value: number) => Math.round(Math.min(100, Math.max(0, value || 0)))
  return { x: bound(x), y: bound(y) }
}
