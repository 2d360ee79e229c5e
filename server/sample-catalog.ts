// The sample catalog as the set-up of the shop uses it. Only the composition knows every feature that it fills.
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
