/** The words of the exploded rifle. The parts are in the order of their numerals. */
export const explodedWords = {
  title: 'Taken apart',
  lead: 'Every part in its place along the bore. The phantom lines say what goes where.',
  region: 'Drawing of the parts',
  alt: (name: string) =>
    `Exploded view of the rifle of ${name}: seven numbered parts, drawn apart along the bore and the magazine well`,
  parts: [
    'Upper receiver',
    'Lower receiver and grip',
    'Barrel',
    'Handguard',
    'Muzzle device',
    'Stock',
    'Magazine',
  ],
} as const
