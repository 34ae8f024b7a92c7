import { createApp } from 'vue';
import { defineElements } from 'countersign/elements';
import WalletApp from './WalletApp.vue';

// Before the first rendering, so that Vue sets their properties.
await defineElements('payment', 'balance', 'activity');
createApp(WalletApp).mount('#app');
