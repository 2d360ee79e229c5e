import type { SampleCatalog } from '#app/features/setup/store.server.ts'
import { loadSample } from '#db/sample/load.ts'
import { countSample, previewRemoval, removeSample } from '#db/sample/remove.ts'

export const sampleCatalog: SampleCatalog = {
  load: loadSample,
  remove: removeSample,
  preview: previewRemoval,
  count: countSample,
}
