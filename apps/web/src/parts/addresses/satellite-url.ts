/** URL of the conversation that contains a satellite message. */
export function buildConversationUrl(satelliteMessageId: number): string {
  return `/satelliteNews/sendMessage?message=${satelliteMessageId}`;
}
