/** Starts the page. */

import './app.ts';
