/** A text as it goes on after a colon or within a sentence: only its first letter is made small, days and zones stay. */
export const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)
