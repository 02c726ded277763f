import type { Field } from '@wakeline/contract/aviation/airports';
import { NamedError } from '@wakeline/contract/errors';
import { type LandingPlaceRow, readLandingPlaces } from '../../aviation/landing-places.ts';
import type { Db } from '../../db/database.ts';
import type { Handlers } from '../../http/handler.ts';
import { type Airport, airports } from '../../places/airports.ts';
import { normalizeName, rankMatch } from '../../places/normalize-name.ts';

const MAX_FIELDS = 20;

/** Where aircraft take off and land: the landing places of the account before the airports that are shipped. */
export function fieldHandlers(db: Db): Pick<Handlers, 'searchFields' | 'queryField'> {
  return {
    async searchFields({ keywords, near = null }, caller) {
      const own = searchOwn(await readLandingPlaces(db, caller.accountId), keywords).slice(0, MAX_FIELDS);
      const shipped = airports().search(keywords, near, MAX_FIELDS - own.length);
      const list = [...own.map(toField), ...shipped.map(toAirportField)];
      return { list, total: list.length };
    },

    async queryField({ ident, landingPlaceId }, caller) {
      if ((ident === undefined) === (landingPlaceId === undefined))
        throw new NamedError('field-invalid', { field: 'ident' });
      if (ident !== undefined) {
        const airport = airports().find(ident);
        if (airport === null) throw new NamedError('airport-unknown');
        return { ...toAirportField(airport), runways: presentRunways(airport) };
      }
      const places = await readLandingPlaces(db, caller.accountId);
      const place = places.find(({ landing_place_id }) => landing_place_id === landingPlaceId);
      if (place === undefined) throw new NamedError('landing-place-unknown');
      return { ...toField(place), runways: [] };
    },
  };
}

/** The landing places that match by code or name, the best matches first. */
function searchOwn(places: readonly LandingPlaceRow[], keywords: string): readonly LandingPlaceRow[] {
  const code = keywords.toUpperCase();
  const query = normalizeName(keywords);
  return places
    .flatMap((place) => {
      const rank = place.code === code ? 0 : place.code?.startsWith(code) ? 1 : null;
      const nameRank = query === '' ? null : rankMatch(normalizeName(place.name), query);
      if (rank !== null) return [{ place, rank }];
      return nameRank === null ? [] : [{ place, rank: nameRank + 2 }];
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ place }) => place);
}

function toField(row: LandingPlaceRow): Field {
  const { latitude, longitude, elevation, code } = row;
  const position = { latitude, longitude, elevation };
  const names = { fieldName: row.name, city: '', country: '', type: null };
  return { landingPlaceId: row.landing_place_id, ident: null, code, ...names, ...position };
}

function toAirportField(airport: Airport): Field {
  const { ident, iata, name: fieldName, city, country, type, latitude, longitude, elevation } = airport;
  const position = { latitude, longitude, elevation };
  return { landingPlaceId: null, ident, code: iata || null, fieldName, city, country, type, ...position };
}

function presentRunways({ runways }: Airport) {
  return runways.map(({ length, ends }) => ({ length, ends: [...ends] }));
}
