/** A number of the United States as people read it: `(305) 555-0100`, of ten digits or of `+13055550100`. Others stay as they are. */
export function formatPhone(number: string): string {
  return number.replace(/^(?:\+1)?(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
}
