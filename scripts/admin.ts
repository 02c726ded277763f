import { runOperatorProgram } from './setup/operator-program.ts';

await runOperatorProgram('admin');
