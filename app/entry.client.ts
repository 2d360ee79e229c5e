// The whole script of a document: what every page does, and the islands it may have. No page hydrates as a whole.
import { watchSite } from './site/site.ts'

watchSite()
