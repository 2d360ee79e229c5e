import { Form, Link } from 'react-router'
import { Verb } from '#app/features/console/components/verb.tsx'

type Version = {
  version: string
  /** The day from which on visitors read it, in words. */
  since: string
  /** Who published it, and when. */
  by: string
  /** How many orders accepted it. */
  accepted: number
  canRestore: boolean
}

type Props = {
  /** The text's own page in the console. */
  path: string
  /** The version that visitors read. */
  inForce: string
  /** The draft's revision, which a restoration replaces. */
  revision: number
  versions: readonly Version[]
  /** Whether orders accept this text. */
  countsOrders: boolean
}

/** The versions of a text, newest first, each with a way to make a draft of it again. */
export function TextVersions({ path, inForce, revision, versions, countsOrders }: Props) {
  return (
    <ul className="grid gap-3">
      {versions.map(({ version, since, by, accepted, canRestore }) => (
        <li key={version} className="grid gap-1">
          <span className="flex flex-wrap items-baseline gap-3">
            <span className="con-code">{version}</span> <span>since {since}</span>
            {countsOrders && (
              <Link className="con-link" to={`${path}/versions/${version}`}>
                {accepted === 1 ? '1 order accepted it' : `${accepted} orders accepted it`}
              </Link>
            )}
          </span>
          <span className="text-faint">{by}</span>
          {canRestore && version !== inForce && (
            <Form
              method="post"
              action={`${path}/versions/${version}/restoration`}
              aria-label={`Restore ${version}`}
            >
              <input type="hidden" name="revision" value={revision} />
              <Verb small look="quiet">
                Make a draft of {version}
              </Verb>
            </Form>
          )}
        </li>
      ))}
    </ul>
  )
}
