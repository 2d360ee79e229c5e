/**
 * A field that only programs fill in. Off the screen instead of hidden, because programs know `hidden`; out of reach
 * of the keyboard and of screen readers, so that nobody meets it.
 */
export function TrapField({ name }: { name: string }) {
  return (
    <div
      aria-hidden
      style={{ position: 'absolute', left: '-200vw', width: 1, height: 1, overflow: 'hidden' }}
    >
      <label>
        Leave this empty
        <input type="text" name={name} tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
    </div>
  )
}
