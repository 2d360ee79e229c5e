import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { RolePlate } from '../components/role-plate.tsx'

/** The plate of a role as markup. */
export function drawRole(role: string): string {
  return renderToStaticMarkup(createElement(RolePlate, { role }))
}
