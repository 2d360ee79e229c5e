/** The names of fields that say too little when they are only split into words. */
const fieldNames: Record<string, string> = {
  specs: 'Specifications',
  to: 'To',
  verb: 'What to do',
  position: 'Line',
}

/** The name of a field of any form of the console, in words: `Due on` of `dueOn`. */
export function fieldWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]+/g, ' ')
    .trim()
    .toLowerCase()
  return fieldNames[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
