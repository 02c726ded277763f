import { REGIONAL_BITS } from '@wakeline/domain/satellite/beidou-capacity';
import { addressableCard, type BeidouDialect } from '@wakeline/domain/satellite/beidou-card';
import { writeCardRequest as writeCardFrame } from './frame-card.ts';
import { writeMessageRequest as writeMessageFrame, writeQuery as writeQueryFrame } from './frame-message.ts';
import { writeLocateRequest } from './frame-position.ts';
import { writeStatusRequest } from './frame-status.ts';
import type { BeidouRefusal, BeidouRequest, MessageRequest } from './request.ts';
import { writeBeamsRequest } from './sentence-beams.ts';
import { writeCardRequest } from './sentence-card.ts';
import { writeMessageRequest } from './sentence-message.ts';
import { writeQuery } from './sentence-query.ts';

/** Bits of the longest message of a BeiDou-2 card. */
const MAX_BITS = 1_680;

/**
 * Encodes a request in a dialect.
 *
 * @param frequencyPoint of BeiDou-3, 1 to 5
 */
export function writeRequest(
  request: BeidouRequest,
  dialect: BeidouDialect,
  frequencyPoint: number,
): Buffer | BeidouRefusal {
  switch (request.type) {
    case 'card':
    case 'subordinates':
      if (dialect === '4.0') return writeCardFrame(request) ?? 'range';
      return writeCardRequest(request, dialect) ?? 'not-supported';
    case 'message':
      return writeMessage(request, dialect, frequencyPoint);
    case 'position':
    case 'messages':
      return writeQueryIn(request, dialect);
    case 'locate':
      return dialect === '4.0' ? writeLocateRequest() : 'not-supported';
    case 'beams':
      if (!Number.isInteger(request.interval) || request.interval < 0) return 'range';
      return dialect === '4.0'
        ? (writeStatusRequest(request) ?? 'range')
        : writeBeamsRequest(request.interval, dialect);
    case 'self-test':
    case 'time':
      return dialect === '4.0' ? (writeStatusRequest(request) ?? 'range') : 'not-supported';
  }
}

function writeMessage(
  request: MessageRequest,
  dialect: BeidouDialect,
  frequencyPoint: number,
): Buffer | BeidouRefusal {
  const { content, urgent } = request;
  const receiver = addressableCard(request.receiver, dialect);
  if (receiver === null) return 'card';
  if (content.bytes.length === 0) return 'empty';
  if (content.bits > (dialect === 'BD-3' ? REGIONAL_BITS : MAX_BITS)) return 'oversize';
  if (dialect === '4.0') return writeMessageFrame(request, receiver);
  // Sentences of BeiDou-3 have no field for it.
  if (dialect === 'BD-3' && urgent) return 'not-supported';
  return writeMessageRequest(request, receiver, dialect, frequencyPoint);
}

function writeQueryIn(
  request: BeidouRequest & { type: 'position' | 'messages' },
  dialect: BeidouDialect,
): Buffer | BeidouRefusal {
  if (dialect === 'BD-3') return 'not-supported';
  const card = 'card' in request ? addressableCard(request.card, dialect) : null;
  if ('card' in request && card === null) return 'card';
  return dialect === '4.0' ? writeQueryFrame(request, card ?? 0) : writeQuery(request, card);
}
