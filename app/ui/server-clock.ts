export const clockPath = '/clock'

/** A device's clock that is right to this much is left alone, in milliseconds: the measurement is hardly better. */
const toleranceMs = 2_000

type ClockReading = { sentAt: number; receivedAt: number; serverMs: number }

/**
 * How far the shop's clock is ahead of the device's, in milliseconds; 0 if the device's is right as far as the request can
 * tell. The shop's moment lies somewhere between sending and receiving.
 */
export function clockOffset({ sentAt, receivedAt, serverMs }: ClockReading): number {
  const offsetMs = serverMs - (sentAt + receivedAt) / 2
  return Math.abs(offsetMs) <= toleranceMs + (receivedAt - sentAt) / 2 ? 0 : offsetMs
}

let reading: Promise<number> | undefined

/**
 * The offset of this device's clock, read once for each opened page. A drop begins by the shop's clock, and many computers
 * are minutes off.
 */
export function readClockOffset(): Promise<number> {
  return (reading ??= measureClockOffset())
}

/** Measures the offset. If the shop does not answer, the device's own clock has to do: 0. */
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
