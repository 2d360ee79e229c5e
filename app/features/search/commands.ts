import { mayDo, type StaffRight, type StaffRole } from '#app/features/staff/rules.ts'

export type Command = {
  words: string
  also?: string
  to: string
  right: StaffRight
}

/** The commands of a role that a text means: each of its words begins a word of the command. Everything, when nothing is typed. */
export function commandsFor<Of extends Command>(
  commands: readonly Of[],
  role: StaffRole,
  typed: string,
): Of[] {
  const terms = wordsOf(typed)
  return commands.filter(({ words, also = '', right }) => {
    const own = wordsOf(`${words} ${also}`)
    return mayDo(role, right) && terms.every((term) => own.some((word) => word.startsWith(term)))
  })
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}
