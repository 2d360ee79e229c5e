/** Off screen because bots recognize `hidden`, and unreachable by keyboard and screen readers. */
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
