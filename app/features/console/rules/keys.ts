/** What is pressed, in the console's own notation: `J`, `⇧L`, `⌘K`, `/`, `?`, `Esc`, `↵`, `↓`. */
export type KeyName = string

export type Press = {
  key: string
  shiftKey: boolean
  metaKey: boolean
  ctrlKey: boolean
  altKey: boolean
}

const named: Record<string, string> = {
  Escape: 'Esc',
  Enter: '↵',
  ArrowDown: '↓',
  ArrowUp: '↑',
  ' ': 'Space',
}

/** The name of a press. ⌘ is also Ctrl, for keyboards without it. A press with Alt writes a letter of its own: it has no name. */
export function keyName({ key, shiftKey, metaKey, ctrlKey, altKey }: Press): KeyName | undefined {
  if (altKey) return undefined
  const name = named[key] ?? (key.length === 1 ? key.toUpperCase() : undefined)
  if (name === undefined) return undefined
  if (metaKey || ctrlKey) return `⌘${name}`
  const isSign = key.length === 1 && !/^[A-Z]$/.test(name)
  return shiftKey && !isSign ? `⇧${name}` : name
}

/** Is this a single letter, figure or sign, which must never act in a field and can be turned off (WCAG 2.1.4)? */
export function isSingle(name: KeyName): boolean {
  return !name.startsWith('⌘') && name.replace('⇧', '').length === 1 && !/[↵↓↑]/.test(name)
}

/** How long G waits for its second letter, in milliseconds. */
export const sequenceMs = 1_500

export const commonKeys: readonly { title: string; keys: readonly (readonly [string, string])[] }[] = [
  {
    title: 'Everywhere',
    keys: [
      ['⌘K or /', 'Search or run'],
      ['?', 'Keys of this sheet'],
      ['1 to 9', 'To that balloon'],
      ['Esc', 'Clear, close, back'],
      ['⇧L', 'Light or dark paper'],
    ],
  },
  {
    title: 'In a form or on a sheet',
    keys: [
      ['⌘↵', 'Send the form that you are in'],
      [']', 'Next page of a list'],
    ],
  },
  {
    title: 'In a list',
    keys: [
      ['J K', 'Next, previous row'],
      ['↵', 'Open'],
      ['⌘↵', 'Open in a new tab'],
      ['X', 'Select'],
      ['⇧J ⇧K', 'Extend the selection'],
    ],
  },
]
