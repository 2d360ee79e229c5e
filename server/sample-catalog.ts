import type { SampleCatalog } from '#app/features/setup/store.server.ts'
import { loadSample } from '#db/sample/load.ts'
import { previewRemoval } from '#db/sample/preview.ts'
import { countSample, removeSample } from '#db/sample/remove.ts'

export const sampleCatalog: SampleCatalog = {
  load: loadSample,
  remove: removeSample,
  preview: previewRemoval,
  count: countSample,
}
