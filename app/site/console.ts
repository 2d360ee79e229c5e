/** The keys and the palette of the console. */
export function watchConsole(): void {}
