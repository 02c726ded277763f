/**
 * Replies of the server (Teltonika Telematics Wiki, "Teltonika Data Sending Protocols", communication with server),
 * big-endian.
 *
 * | to       | bytes                                                                             |
 * | -------- | --------------------------------------------------------------------------------- |
 * | login    | 0x01 to accept, 0x00 to refuse                                                    |
 * | packet   | number of accepted records (4); the device sends the packet again if it differs   |
 * | datagram | 0x0005, packet id (2), 0x01, AVL packet id (1), number of accepted records (1)    |
 */
const DATAGRAM_REPLY_LENGTH = 5;

export const LOGIN_ACCEPTED: Buffer = Buffer.of(1);
export const LOGIN_REFUSED: Buffer = Buffer.of(0);

export function replyToPacket(accepted: number): Buffer {
  const reply = Buffer.allocUnsafe(4);
  reply.writeUInt32BE(accepted);
  return reply;
}

export function replyToDatagram(packetId: number, avlPacketId: number, accepted: number): Buffer {
  const reply = Buffer.allocUnsafe(2 + DATAGRAM_REPLY_LENGTH);
  reply.writeUInt16BE(DATAGRAM_REPLY_LENGTH, 0);
  reply.writeUInt16BE(packetId, 2);
  reply.writeUInt8(1, 4);
  reply.writeUInt8(avlPacketId, 5);
  reply.writeUInt8(accepted, 6);
  return reply;
}
