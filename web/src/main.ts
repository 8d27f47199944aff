import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";

const page = document.getElementById("page")!;
page.replaceChildren();
mount(App, { target: page });
