import type { MobileOriginated } from '@wakeline/protocols/satellite/iridium/mobile-originated';
import type { Deliver } from './mo-queue.ts';

const TIMEOUT_MS = 10_000;

/** The form fields that RockBLOCK posts. */
export function rockblockForm({ imei, momsn, sessionTime, location, payload }: MobileOriginated) {
  return new URLSearchParams({
    imei,
    serial: imei.slice(-6),
    momsn: String(momsn),
    // YY-MM-DD HH:MM:SS.
    transmit_time: new Date(sessionTime).toISOString().slice(2, 19).replace('T', ' '),
    iridium_latitude: String(location?.latitude ?? ''),
    iridium_longitude: String(location?.longitude ?? ''),
    iridium_cep: String(location?.radius ?? ''),
    data: Buffer.from(payload).toString('hex'),
  });
}

/** The "LingoMO" message that Cloudloop posts. */
export function lingoBody(message: MobileOriginated) {
  const { imei, cdrReference, momsn, mtmsn, sessionTime, status, location, payload } = message;
  const time = new Date(sessionTime);
  const sessionAt = {
    year: time.getUTCFullYear(),
    month: time.getUTCMonth() + 1,
    day: time.getUTCDate(),
    hour: time.getUTCHours(),
    minute: time.getUTCMinutes(),
    second: time.getUTCSeconds(),
  };
  return {
    id: `${imei}-${cdrReference}`,
    receivedAt: sessionAt,
    identity: { identifier: imei, hardware: { type: 'HARDWARE_TYPE_ROCKBLOCK', imei } },
    sbd: {
      imei,
      cdrReference: String(cdrReference),
      momsn,
      mtmsn,
      sessionAt,
      status: status === 'completed' ? 'SESSION_STATUS_OK' : 'SESSION_STATUS_INCOMPLETE',
      ...(location === null
        ? {}
        : { location: { latitude: location.latitude, longitude: location.longitude, cep: location.radius } }),
    },
    ...(payload.length === 0 ? {} : { message: Buffer.from(payload).toString('base64') }),
  };
}

/** Delivers messages to a server by HTTP, in one of the two formats. Confirmed is what it answers with 200. */
export function httpDelivery(url: string, format: 'rockblock' | 'lingo'): Deliver {
  return async (message, isCut) => {
    // A cut connection never reaches the handler of a server.
    if (isCut) return false;
    const body =
      format === 'rockblock'
        ? { body: rockblockForm(message) }
        : { body: JSON.stringify(lingoBody(message)), headers: { 'content-type': 'application/json' } };
    try {
      const response = await fetch(url, {
        method: 'POST',
        ...body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      return response.status === 200;
    } catch {
      return false;
    }
  };
}
