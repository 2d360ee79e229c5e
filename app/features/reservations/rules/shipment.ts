import type { Carrier } from '#app/features/orders/parcels.ts'
import type { Ending, Stage } from '#app/features/orders/rules.ts'
import { isBack } from '#app/features/orders/stages.ts'

export type Shipment = { carrier: Carrier; tracking: string }

export type TypedShipment = { [Field in keyof Shipment]?: Shipment[Field] | undefined }

/** Does a move between these stages hand the firearm to a carrier? One that goes back to it does not. */
export function isHandedOver(from: Stage, to: Stage): boolean {
  return to === 'shipped' && !isBack(from, to)
}

export function completeShipment({
  carrier,
  tracking,
}: TypedShipment): { ok: true; shipment: Shipment } | { ok: false; missing: (keyof Shipment)[] } {
  if (carrier && tracking) return { ok: true, shipment: { carrier, tracking } }
  return {
    ok: false,
    missing: [...(carrier ? [] : (['carrier'] as const)), ...(tracking ? [] : (['tracking'] as const))],
  }
}

export function isUnderWay(stage: Stage | Ending): boolean {
  return stage === 'shipped' || stage === 'at_dealer'
}
