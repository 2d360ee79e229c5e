import { Form, useLocation } from 'react-router'
import { type ConsolePreferences, preferencesPath } from '../rules.ts'
import { Verb } from './verb.tsx'

/**
 * Light or dark paper, and single-letter shortcuts on or off. Returns to the same sheet.
 */
export function PreferencesForm({ preferences: { paper, keys } }: { preferences: ConsolePreferences }) {
  const { pathname, search } = useLocation()
  return (
    <Form method="post" action={preferencesPath} className="grid gap-2">
      <input type="hidden" name="next" value={pathname + search} />
      <Verb small name="paper" value={paper === 'light' ? 'dark' : 'light'}>
        {paper === 'light' ? 'Dark paper' : 'Light paper'}
      </Verb>
      <Verb small name="keys" value={keys ? 'off' : 'on'}>
        {keys ? 'Turn off single-letter keys' : 'Turn on single-letter keys'}
      </Verb>
    </Form>
  )
}
