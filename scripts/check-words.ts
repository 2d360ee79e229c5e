// Holds the repository to its language: identifiers by the field's terms, and American spelling in everything people read.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { printBreaches } from './breaches.ts'

/** Identifiers that say nothing to a reader from the field, and what to write instead. */
const bannedIdentifiers: [RegExp, string][] = [
  [/^[aA]sked$/, 'args, input, request or params'],
  [hasPart('asked'), 'requested'],
  [/^(most|least)[A-Z]/, 'max or min'],
  [hasPart('told'), 'notified, sent or said'],
  [hasPart('kept'), 'stored, saved, cached or retained'],
  [/^stands?$/, 'is, exists or isPublicPath'],
  [/^standing$/, 'status'],
  [/^sayNo$/, 'formError'],
]

/** `most` or `least` as a name of its own: a parameter, a variable or a property, not a word of a sentence between JSX tags. */
const loneBound =
  /(?<=[([{,] ?|\b(?:const|let) |=> )(?:most|least)\b(?= ?[\])},:;]| =)|\b(?:most|least)\b(?=: \w| = )/g

/** British spellings of the words this shop uses. The law's and the calendar format's own terms are in capitals, or quoted. */
const british =
  /\b(catalogues?|matt|licences?|colour\w*|greys?|cancell(?:ed|ing)|fulfil(?:s|ment)?|centred?|behaviours?|calibres?|cheques?|enquir(?:y|ies)|neighbours?|honour\w*|favour\w*|labelled|travelled|modelled|defence|programme|(?:recogni|normali|optimi|capitali|organi|memori|summari|initiali|authori|apologi)s(?:e|ed|es|ing))\b/gi

const codeFile = /\.(ts|tsx|mjs)$/
const textFile = /\.(ts|tsx|mjs|md|css|sql)$/
const ignored = /^(db\/migrations\/|scripts\/check-words)/

/** What is wrong with one file, each with its line. Nothing for files that are neither code nor text. */
export function findWordBreaches(path: string, source: string): string[] {
  if (ignored.test(path)) return []
  const identifiers = codeFile.test(path) ? identifierBreaches(source) : []
  const spellings = textFile.test(path) ? spellingBreaches(source) : []
  return [...identifiers, ...spellings].map((breach) => `${path}:${breach}`)
}

function identifierBreaches(source: string): string[] {
  return withoutText(source)
    .split('\n')
    .flatMap((line, index) => [
      ...[...line.matchAll(/(?<![\w$-])[A-Za-z_$][\w$]*/g)].flatMap(([name]) => {
        const [, instead] = bannedIdentifiers.find(([pattern]) => pattern.test(name)) ?? []
        return instead ? [`${index + 1}: ${name} says nothing; write ${instead}`] : []
      }),
      ...[...line.matchAll(loneBound)].map(
        ([name]) => `${index + 1}: ${name} says nothing; write max, min, limit or peak`,
      ),
    ])
}

/** Whether a camel-case name has this word as one of its parts: `askedAt`, `isAsked`, `lastAskedAt`. */
function hasPart(word: string): RegExp {
  const capital = word.charAt(0).toUpperCase() + word.slice(1)
  return new RegExp(`^${word}(?=[A-Z]|$)|(?:^|[a-z0-9])${capital}(?=[A-Z])|[a-z0-9]${capital}$`)
}

function spellingBreaches(source: string): string[] {
  return source
    .split('\n')
    .flatMap((line, index) =>
      [...line.matchAll(british)]
        .filter(([word]) => word !== word.toUpperCase())
        .map(([word]) => `${index + 1}: ${word} is not American English`),
    )
}

/**
 * The code without its comments, strings and the text of templates; what a template inserts stays. Line numbers stay as
 * they are. Text between JSX tags is not told from code, so the list bans no word that sentences need.
 */
function withoutText(source: string): string {
  const blank = (text: string) => text.replaceAll(/[^\n]/g, ' ')
  return source.replaceAll(
    /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g,
    (text) =>
      text.startsWith('`')
        ? text.replaceAll(
            /(\$\{[^}]*\})|[^\n]/g,
            (part, inserted: string | undefined) => inserted ?? blank(part),
          )
        : blank(text),
  )
}

/** Reads every file of the repository and lists its breaches. */
export function checkWords(root: string): string[] {
  const paths = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  return paths
    .filter((path) => textFile.test(path))
    .flatMap((path) => findWordBreaches(path, readFileSync(`${root}/${path}`, 'utf8')))
}

if (import.meta.main) process.exitCode = printBreaches(checkWords('.'), 'The words are in order.') ? 0 : 1
