/** The 67 counties of Florida, as its Department of Revenue lists them for the discretionary surtax. */
export const floridaCounties: readonly string[] = [
  ...['Alachua', 'Baker', 'Bay', 'Bradford', 'Brevard', 'Broward', 'Calhoun', 'Charlotte', 'Citrus', 'Clay'],
  ...['Collier', 'Columbia', 'DeSoto', 'Dixie', 'Duval', 'Escambia', 'Flagler', 'Franklin', 'Gadsden'],
  ...['Gilchrist', 'Glades', 'Gulf', 'Hamilton', 'Hardee', 'Hendry', 'Hernando', 'Highlands', 'Hillsborough'],
  ...[
    'Holmes',
    'Indian River',
    'Jackson',
    'Jefferson',
    'Lafayette',
    'Lake',
    'Lee',
    'Leon',
    'Levy',
    'Liberty',
  ],
  ...['Madison', 'Manatee', 'Marion', 'Martin', 'Miami-Dade', 'Monroe', 'Nassau', 'Okaloosa', 'Okeechobee'],
  ...['Orange', 'Osceola', 'Palm Beach', 'Pasco', 'Pinellas', 'Polk', 'Putnam', 'Santa Rosa', 'Sarasota'],
  ...['Seminole', 'St. Johns', 'St. Lucie', 'Sumter', 'Suwannee', 'Taylor', 'Union', 'Volusia', 'Wakulla'],
  ...['Walton', 'Washington'],
]

/**
 * Where the first three digits of a ZIP code alone name the county: city sections of the Postal Service that lie within
 * one county. Everywhere else the buyer says it.
 */
export const countyOfPrefix: Readonly<Record<string, string>> = {
  '331': 'Miami-Dade',
  '332': 'Miami-Dade',
  '333': 'Broward',
  '336': 'Hillsborough',
  '337': 'Pinellas',
}
