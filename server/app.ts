// Entry of the server bundle. Vite builds it together with the router's own build, so that Hono and the loaders share
// modules. The router's build is re-exported flat because its build tools expect that.
export { createSite } from './site.ts'
export { mailboxPath } from '#app/features/pages/access.server.ts'
export { openShop } from './open-shop.ts'
export { firstOwnerPath } from './first-owner.ts'
export { prepareDatabase } from './prepare-database.ts'
export * from 'virtual:react-router/server-build'
