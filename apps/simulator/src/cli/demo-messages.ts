import { createConversations } from '../demo/account-data/satellite-messages.ts';

// Prints the conversations of the demo for `npm run admin -- import-satellite-messages`.
process.stdout.write(createConversations(Date.now()));
