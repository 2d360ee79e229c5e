// Where the forms of the source are shown: which files of app/ hold one, and on which pages of app/routes.ts each can be.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteConfigEntry } from '@react-router/dev/routes'
import routes from '#app/routes.ts'
import { readImports } from '../scripts/imports.ts'

const form = /<(?:[a-z]\w*\.)?(?:Form|form)\b/

/** Every file of the app that holds a form. */
export function listFormFiles(): string[] {
  return globSync('app/**/*.tsx')
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !file.includes('.test.') && form.test(readFileSync(file, 'utf8')))
    .toSorted()
}

/** Those whose form is not the router's: the browser sends it, or a script of its own. Forms that only search are left out. */
export function listOwnForms(): string[] {
  return listFormFiles().filter((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<form\b.{0,200}/gs)].some(
      ([tag]) => !/method="(get|dialog)"/.test(tag),
    ),
  )
}

/** The files that one of these pages is made of. */
export function filesOfPages(pages: readonly string[]): Set<string> {
  const found = new Set<string>()
  const add = (file: string) => {
    if (found.has(file)) return
    found.add(file)
    for (const { target, isTypeOnly } of readImports(file, readFileSync(file, 'utf8')))
      if (target && !isTypeOnly && /^app\/.*\.tsx?$/.test(target)) add(target)
  }
  add('app/root.tsx')
  for (const { path, files } of listPages(routes)) if (pages.includes(path)) files.forEach(add)
  return found
}

type ListedPage = { path: string; files: string[] }

function listPages(
  entries: readonly RouteConfigEntry[],
  parent: ListedPage = { path: '', files: [] },
): ListedPage[] {
  return entries.flatMap(({ path = '', file, children = [] }) => {
    const here = {
      path: path ? `${parent.path}/${path}` : parent.path,
      files: [...parent.files, join('app', file)],
    }
    return [{ ...here, path: here.path || '/' }, ...listPages(children, here)]
  })
}
