import type { Place } from '../rules.ts'
import { commonKeys } from '../rules/keys.ts'
import { Key } from './marks.tsx'
import { Verb } from './verb.tsx'

type KeysDialogProps = {
  places: readonly Place[]
  /** Whether single letters act for this person. */
  isOn: boolean
}

/** The sheet of keys. A sheet's own verbs say their keys where they are. */
export function KeysDialog({ places, isOn }: KeysDialogProps) {
  const groups = [
    ...commonKeys,
    { title: 'Go to', keys: places.map(({ key, word }) => [`G ${key.toUpperCase()}`, word] as const) },
  ]
  return (
    <dialog id="keys" className="con-dialog" aria-label="Keys">
      <div className="grid gap-3 p-4">
        <h2 className="con-h1">Keys</h2>
        {!isOn && <p className="text-muted">Single letters are off for you. Only keys with ⌘ act.</p>}
        <div className="grid grid-cols-3 gap-x-7 gap-y-3 max-md:grid-cols-1">
          {groups.map(({ title, keys }) => (
            <section key={title}>
              <h3 className="con-label">{title}</h3>
              <ul>
                {keys.map(([name, words]) => (
                  <li
                    key={name}
                    className="flex min-h-[26px] items-center justify-between gap-2 border-t border-hairline"
                  >
                    <span>{words}</span>
                    <Key>{name}</Key>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
        <form method="dialog">
          <Verb small shortcut="Esc">
            Close
          </Verb>
        </form>
      </div>
    </dialog>
  )
}
