import { countInreachText } from '@wakeline/domain/satellite/inreach-text';

/** A request to Garmin's IPC Inbound service: POST with basic authentication and a JSON body. */
export interface InboundRequest {
  /** After the address of the service, which the account's Explore page shows. */
  readonly path: string;
  readonly body: unknown;
}

/** A message to devices. */
export interface InreachMessage {
  readonly imeis: readonly string[];
  /** An e-mail address or a phone number, to which the device answers; not empty. */
  readonly sender: string;
  /** Epoch milliseconds UTC. */
  readonly time: number;
  /** One message long: see `splitInreachText`. */
  readonly text: string;
  /** A place that the device shows with the message. */
  readonly referencePoint: {
    readonly latitude: number;
    readonly longitude: number;
    readonly label: string;
  } | null;
}

const MAX_RECEIVERS = 100;
const MAX_SENDER = 254;
const MAX_LABEL = 30;

/**
 * Composes the request that sends a message (Messaging.svc/Message). Source: public clients of the service, because the
 * guide itself is not public. Throws a RangeError if the message is not valid.
 */
export function composeInreachMessage(message: InreachMessage): InboundRequest {
  const { imeis, sender, time, text, referencePoint } = message;
  if (imeis.length < 1 || imeis.length > MAX_RECEIVERS) throw new RangeError('1 to 100 devices');
  if (!imeis.every((imei) => /^\d{15}$/.test(imei))) throw new RangeError('an IMEI has 15 digits');
  if (sender === '' || sender.length > MAX_SENDER) throw new RangeError('the sender is missing or too long');
  if (text === '' || countInreachText(text).messages > 1)
    throw new RangeError('the text is empty or too long');
  return {
    path: '/IPCInbound/V1/Messaging.svc/Message',
    body: {
      Messages: [
        {
          Recipients: imeis,
          Sender: sender,
          Timestamp: `/Date(${time})/`,
          Message: text,
          ...(referencePoint === null
            ? {}
            : {
                ReferencePoint: {
                  LocationType: 'ReferencePoint',
                  Altitude: 0,
                  Speed: 0,
                  Course: 0,
                  Coordinate: { Latitude: referencePoint.latitude, Longitude: referencePoint.longitude },
                  Label: referencePoint.label.slice(0, MAX_LABEL),
                },
              }),
        },
      ],
    },
  };
}
