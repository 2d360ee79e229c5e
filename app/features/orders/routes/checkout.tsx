import { notFound } from '#app/http/not-found.ts'

export function loader() {
  throw notFound('Order not found')
}
export default function Page() {
  return null
}
