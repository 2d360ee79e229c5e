import { searchPath } from '../rules/found.ts'
import { Key } from './marks.tsx'
import { Shape } from './shape.tsx'

const keyAndWords = 'flex items-center gap-1.5'

/** The box over everything: what is typed is searched for, and the chosen row opens. Without script there is the page instead. */
export function Palette() {
  return (
    <dialog
      id="palette"
      className="con-dialog"
      aria-label="Search or run a command"
      data-search={searchPath}
      closedby="any"
    >
      <div className="con-palette-query">
        <Shape kind="find" />
        <input
          className="h-[46px] min-w-0 flex-1 text-lg outline-none"
          type="text"
          aria-label="Search"
          role="combobox"
          aria-expanded="true"
          aria-controls="found"
          autoComplete="off"
          spellCheck={false}
          placeholder="Search or run"
        />
        <Key>Esc</Key>
      </div>
      <div className="con-results" id="found" role="listbox" aria-label="Found" />
      <p className="sr-only" aria-live="polite" />
      <div className="con-palette-foot">
        <span className={keyAndWords}>
          <Key>↑</Key>
          <Key>↓</Key> choose
        </span>
        <span className={keyAndWords}>
          <Key>↵</Key> open
        </span>
        <span className={keyAndWords}>
          <Key>⌘↵</Key> new tab
        </span>
        <span className="ml-auto">code, name, email, phone, № 7, dealer, words</span>
      </div>
    </dialog>
  )
}
