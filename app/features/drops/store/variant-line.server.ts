// What an order line says of a numbered unit as one of its drop's variants. In these pieces `lot` is the drop.
import { type SQL, sql } from 'drizzle-orm'
import { dropVariants } from '../tables.ts'

/**
 * The variant of a hold, as `chosen`: the one that `ref` names, or the only one; what the drop itself says where it has none. A
 * row of nulls where a unit is offered to the waitlist, whose buyer chooses before the checkout; no row where the choice is missing or is
 * not one of the drop's.
 */
export function chosenVariant(ref: SQL): SQL {
  return sql`
      with listed as (
        select id, name, coalesce(nullif(caliber, ''), lot.caliber) as caliber, coalesce(nullif(barrel, ''), lot.barrel) as barrel,
          finish, coalesce(price, lot.base_price) as price_cents, count(*) over () > 1 as is_choice
        from ${dropVariants} where drop_id = lot.id
      )
      select * from listed where id::text = ${ref} ->> 'variant' or (${ref} ->> 'variant' is null and not is_choice)
      union all
      select null, '', lot.caliber, lot.barrel, '', lot.base_price, false
      where ${ref} ->> 'variant' is null and not exists (select from listed)
      union all
      select null, null, null, null, null, null, false
      where ${ref} ->> 'variant' is null and ${ref} ->> 'offer' is not null and exists (select from listed where is_choice)`
}

/** The columns of an order line that depend on the variant, of the unit with this number. `offer` is the waitlist's, or null. */
export function lineOfVariant(number: SQL, offer: SQL): SQL {
  return sql`
      jsonb_strip_nulls(jsonb_build_object('slug', lot.slug, 'number', ${number}, 'variant', chosen.id, 'offer', ${offer})) as ref,
      'Number ' || ${number} || ' of ' || lot.total_units
        || case when chosen.is_choice then ', ' || chosen.name else '' end as detail,
      jsonb_build_object('dropName', lot.name, 'dropNumber', lot.drop_number, 'unitNumber', ${number},
        'total', lot.total_units, 'theme', lot.theme, 'path', '/drops/' || lot.slug) as plate,
      jsonb_build_object('model', lot.name, 'caliber', coalesce(chosen.caliber, lot.caliber),
        'barrel', coalesce(chosen.barrel, lot.barrel), 'overall', '') as firearm,
      case when chosen.name is not null then jsonb_build_object('name', chosen.name, 'caliber', chosen.caliber,
        'barrel', chosen.barrel, 'finish', chosen.finish, 'priceCents', chosen.price_cents) end as variant`
}
