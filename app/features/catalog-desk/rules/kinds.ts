import { builderKinds } from './builder-kinds.ts'
import { goodsKinds } from './goods-kinds.ts'
import type { CatalogKind, KindPlan } from './kind.ts'
import { shopKinds } from './shop-kinds.ts'

/** Every kind of item that staff edit. */
export const kindPlans: Record<CatalogKind, KindPlan> = { ...goodsKinds, ...builderKinds, ...shopKinds }
