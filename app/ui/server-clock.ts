export const clockPath = '/clock'

/** A device's clock that is right to this much is left alone, in milliseconds: the measurement is hardly better. */
const toleranceMs = 2_000

type ClockReading = { sentAt: number; receivedAt: number; serverMs: number }

/** In milliseconds; 0 if the device's is right as far as the request can tell: the shop's moment lies between sending and receiving. */
export function clockOffset({ sentAt, receivedAt, serverMs }: ClockReading): number {
  const offsetMs = serverMs - (sentAt + receivedAt) / 2
  return Math.abs(offsetMs) <= toleranceMs + (receivedAt - sentAt) / 2 ? 0 : offsetMs
}

let reading: Promise<number> | undefined

/** Read once a page: a drop begins by the shop's clock, and many computers are minutes off. */
export function readClockOffset(): Promise<number> {
  return (reading ??= measureClockOffset())
}

/** 0 if the shop does not answer: the device's own clock has to do. */
export async function measureClockOffset(): Promise<number> {
  try {
    const sentAt = Date.now()
    const response = await fetch(clockPath, { cache: 'no-store' })
    const serverMs = Date.parse(await response.text())
    return Number.isNaN(serverMs) ? 0 : clockOffset({ sentAt, receivedAt: Date.now(), serverMs })
  } catch {
    return 0
  }
}
