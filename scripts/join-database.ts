import { type Embedded, joinOrStartPostgres } from '#db/embedded.ts'
import type { Settings } from '#server/env.ts'

/** The server in DATABASE_URL, else the embedded one in DATA_DIR, which runs already or is started until `stop`. */
export async function joinDatabase({
  DATABASE_URL: url,
  DATA_DIR,
}: Pick<Settings, 'DATABASE_URL' | 'DATA_DIR'>): Promise<Embedded> {
  return url ? { url, stop: async () => {} } : joinOrStartPostgres(DATA_DIR)
}
