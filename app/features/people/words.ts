const fieldNames: Record<string, string> = {
  specs: 'Specifications',
  to: 'To',
  verb: 'What to do',
  position: 'Line',
}

export function fieldWords(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]+/g, ' ')
    .trim()
    .toLowerCase()
  return fieldNames[name] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
