import { notFound } from '#app/http/not-found.ts'
import { type CatalogKind, isCatalogKind } from '../rules/kind.ts'

/** The kind that an address names. @throws The 404 page for any other. */
export function requireKind(name: string): CatalogKind {
  if (isCatalogKind(name)) return name
  throw notFound('No Such List', {
    text: `The catalog has no list called ${name.slice(0, 40)}.`,
    link: { to: '/staff/catalog', label: 'Catalog' },
  })
}
